ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "waitlist_entries" DROP CONSTRAINT "waitlist_state";--> statement-breakpoint
ALTER TABLE "waitlist_entries" ALTER COLUMN "state" SET DEFAULT 'unconfirmed';--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "waitlist_entry_id" integer;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever waits already was promised the place.
UPDATE "waitlist_entries" SET "confirmed_at" = "created_at";--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_by_waitlist_entry" ON "emails" USING btree ("waitlist_entry_id");--> statement-breakpoint
CREATE INDEX "waitlist_unconfirmed" ON "waitlist_entries" USING btree ("created_at") WHERE state = 'unconfirmed';--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'waitlist-confirm', 'lost-link', 'deletion-receipt', 'dates-moved'));--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_confirmed" CHECK ((state = 'unconfirmed') = (confirmed_at is null));--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_state" CHECK ("state" in ('unconfirmed', 'waiting', 'offered', 'booked', 'declined', 'lapsed', 'skipped'));