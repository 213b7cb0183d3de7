ALTER TABLE "events" ADD COLUMN "about" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_about" CHECK (jsonb_typeof(about) = 'object');