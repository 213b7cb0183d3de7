CREATE TABLE "cancellations" (
	"reservation_id" integer PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"cancelled_by" text NOT NULL,
	"days_before" integer NOT NULL,
	"replacement_found" boolean DEFAULT false NOT NULL,
	"percent" integer NOT NULL,
	"paid" integer NOT NULL,
	"fees" integer NOT NULL,
	"refund_by_terms" integer NOT NULL,
	"refund_to_cards" integer NOT NULL,
	"refund_by_hand" integer NOT NULL,
	"override_reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancellations_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "cancellations_by" CHECK ("cancelled_by" in ('guest', 'retreat')),
	CONSTRAINT "cancellations_percent" CHECK (percent between 0 and 100),
	CONSTRAINT "cancellations_sums" CHECK (least(paid, fees, refund_by_terms, refund_to_cards, refund_by_hand) >= 0),
	CONSTRAINT "cancellations_sealed" CHECK ("override_reason" like 's1.%')
);
--> statement-breakpoint
CREATE TABLE "book_proofs" (
	"id" serial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"ours" jsonb NOT NULL,
	"theirs" jsonb NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "book_proofs_day_unique" UNIQUE("day"),
	CONSTRAINT "book_proofs_outcome" CHECK ("outcome" in ('equal', 'different', 'unanswered')),
	CONSTRAINT "book_proofs_differences" CHECK ((outcome = 'different') = (jsonb_array_length(differences) > 0))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_done";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "reservation_id" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cancellations" ADD CONSTRAINT "cancellations_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_reservation" ON "audit_entries" USING btree ("reservation_id","id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("id") WHERE status = 'owed';--> statement-breakpoint
CREATE INDEX "emails_unsent" ON "emails" USING btree ("status","id") WHERE status in ('queued', 'failed');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_hand" CHECK (case when by_hand then status in ('owed', 'succeeded') and provider_refund_id is null else status <> 'owed' end);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("status" in ('requested', 'succeeded', 'failed', 'owed'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_done" CHECK (by_hand or status <> 'succeeded' or provider_refund_id is not null);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_sealed" CHECK ("content" like 's1.%');--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund'));--> statement-breakpoint
-- What was noted before this column: of reservations themselves, and of money that came for them.
UPDATE "audit_entries" SET "reservation_id" = "entity_id" WHERE "entity" = 'reservation';
--> statement-breakpoint
UPDATE "audit_entries" SET "reservation_id" = "payments"."reservation_id" FROM "payments"
  WHERE "entity" = 'payment' AND "payments"."id" = "entity_id";
