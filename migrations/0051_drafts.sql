-- Drafts and scheduled events (docs/decisions/0109). Every event that exists is published.
ALTER TABLE "events" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "preview_token" uuid;--> statement-breakpoint
CREATE INDEX "events_by_publish_at" ON "events" USING btree ("publish_at");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_preview_token_unique" UNIQUE("preview_token");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_status" CHECK ("status" in ('published', 'draft', 'scheduled'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_publish_at" CHECK ((status = 'scheduled') = (publish_at is not null));