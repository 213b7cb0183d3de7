CREATE TABLE "replacement_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"reservation_id" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "replacement_links_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "host_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"event_id" integer NOT NULL,
	"with_medical" boolean DEFAULT false NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"last_day" date NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "host_links_token_unique" UNIQUE("token"),
	CONSTRAINT "host_links_made_by" CHECK (made_by like 'admin:%')
);
--> statement-breakpoint
CREATE TABLE "waitlist_offers" (
	"id" serial PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"entry_id" integer NOT NULL,
	"reservation_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "waitlist_offers_token_unique" UNIQUE("token"),
	CONSTRAINT "waitlist_offers_reservation_id_unique" UNIQUE("reservation_id"),
	CONSTRAINT "waitlist_offers_state" CHECK ("state" in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn')),
	CONSTRAINT "waitlist_offers_ended" CHECK ((state = 'open') = (ended_at is null))
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
DROP INDEX "waitlist_by_event";--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "waitlist_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "replacement_links" ADD CONSTRAINT "replacement_links_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_links" ADD CONSTRAINT "host_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_links_one_open" ON "replacement_links" USING btree ("reservation_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "host_links_by_event" ON "host_links" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offers_one_open" ON "waitlist_offers" USING btree ("entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offers_to_end" ON "waitlist_offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_replaces_id_reservations_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."reservations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_by_due" ON "invoices" USING btree ("due");--> statement-breakpoint
CREATE INDEX "reservations_by_replaced" ON "reservations" USING btree ("replaces_id") WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX "waitlist_by_event" ON "waitlist_entries" USING btree ("event_id","position","id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'lost-link', 'deletion-receipt'));--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_state" CHECK ("state" in ('waiting', 'offered', 'booked', 'declined', 'lapsed', 'skipped'));