CREATE TABLE "room_assignments" (
	"reservation_id" integer PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"room_id" integer NOT NULL,
	"bed" integer NOT NULL,
	"side" integer NOT NULL,
	"by_hand" boolean NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_assignments_place" CHECK (bed between 0 and 11 and side between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"floor" text,
	"beds" jsonb NOT NULL,
	"accessible" boolean DEFAULT false NOT NULL,
	"notes" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rooms_name_unique" UNIQUE("name"),
	CONSTRAINT "rooms_name" CHECK (char_length(name) between 1 and 60 and btrim(name) = name),
	CONSTRAINT "rooms_beds" CHECK (jsonb_typeof(beds) = 'array' and jsonb_array_length(beds) between 1 and 12)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "rooms_shown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "room_assignments" ADD CONSTRAINT "room_assignments_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_assignments" ADD CONSTRAINT "room_assignments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_assignments" ADD CONSTRAINT "room_assignments_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "room_assignments_one_a_place" ON "room_assignments" USING btree ("event_id","room_id","bed","side");--> statement-breakpoint
CREATE INDEX "room_assignments_by_room" ON "room_assignments" USING btree ("room_id");