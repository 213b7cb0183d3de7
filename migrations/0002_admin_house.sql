CREATE TABLE "uploads" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"preview" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"avif_at" timestamp (3) with time zone,
	CONSTRAINT "uploads_name_unique" UNIQUE("name"),
	CONSTRAINT "uploads_name" CHECK (name ~ '^[a-z0-9]{20,40}$'),
	CONSTRAINT "uploads_size" CHECK (width > 0 and height > 0)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_sealed";--> statement-breakpoint
DROP INDEX "event_photos_by_event";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "event_id" integer;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_email" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "lease_token" text;--> statement-breakpoint
ALTER TABLE "event_photos" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_without_avif" ON "uploads" USING btree ("id") WHERE avif_at is null;--> statement-breakpoint
CREATE INDEX "audit_entries_by_event" ON "audit_entries" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "event_photos_by_event" ON "event_photos" USING btree ("event_id","position","id");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_sealed" CHECK ("actor_email" like 's1.%' and "details" like 's1.%');--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_lease" CHECK ((leased_until is null) = (lease_token is null));