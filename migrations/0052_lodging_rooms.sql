-- Lodging that names rooms (docs/decisions/0111). No lodging names any yet, so every stock stays as it is.
CREATE TABLE "lodging_rooms" (
	"event_id" integer NOT NULL,
	"room_id" integer NOT NULL,
	"option_id" integer NOT NULL,
	CONSTRAINT "lodging_rooms_event_id_room_id_pk" PRIMARY KEY("event_id","room_id")
);
--> statement-breakpoint
ALTER TABLE "lodging_rooms" ADD CONSTRAINT "lodging_rooms_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodging_rooms" ADD CONSTRAINT "lodging_rooms_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodging_rooms" ADD CONSTRAINT "lodging_rooms_option_id_event_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."event_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lodging_rooms_by_option" ON "lodging_rooms" USING btree ("option_id");--> statement-breakpoint
CREATE INDEX "lodging_rooms_by_room" ON "lodging_rooms" USING btree ("room_id");
--> statement-breakpoint
-- Visitors see the stock of lodging, which follows from the beds of its rooms.
CREATE CONSTRAINT TRIGGER lodging_rooms_seen AFTER INSERT OR UPDATE OR DELETE ON lodging_rooms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER room_beds_seen AFTER UPDATE OF beds ON rooms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
