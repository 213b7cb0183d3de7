CREATE TABLE "reservation_options" (
	"reservation_id" integer NOT NULL,
	"option_id" integer NOT NULL,
	"price" integer NOT NULL,
	"chosen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservation_options_reservation_id_option_id_pk" PRIMARY KEY("reservation_id","option_id"),
	CONSTRAINT "reservation_options_price" CHECK (price >= 0)
);
--> statement-breakpoint
CREATE TABLE "event_options" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"price" integer DEFAULT 0 NOT NULL,
	"stock" integer,
	"per_room" integer,
	"closed" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_options_kind" CHECK ("kind" in ('lodging', 'extra')),
	CONSTRAINT "event_options_name" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "event_options_description" CHECK (char_length(description) between 1 and 300),
	CONSTRAINT "event_options_price" CHECK (price = 0 or price >= 100),
	CONSTRAINT "event_options_stock" CHECK (stock >= 0),
	CONSTRAINT "event_options_per_room" CHECK (per_room >= 1)
);
--> statement-breakpoint
ALTER TABLE "reservation_options" ADD CONSTRAINT "reservation_options_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation_options" ADD CONSTRAINT "reservation_options_option_id_event_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."event_options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_options" ADD CONSTRAINT "event_options_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservation_options_by_option" ON "reservation_options" USING btree ("option_id");--> statement-breakpoint
CREATE INDEX "event_options_by_event" ON "event_options" USING btree ("event_id","sort","id");--> statement-breakpoint
CREATE TRIGGER event_options_changed AFTER INSERT OR UPDATE OR DELETE ON event_options
  FOR EACH ROW EXECUTE FUNCTION event_parts_changed();
--> statement-breakpoint
CREATE FUNCTION reservation_options_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event_change(event_id) FROM event_options WHERE id = coalesce(NEW.option_id, OLD.option_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of a guest's choice the public sees how many are left of it.
CREATE TRIGGER reservation_options_changed AFTER INSERT OR DELETE ON reservation_options
  FOR EACH ROW EXECUTE FUNCTION reservation_options_changed();
