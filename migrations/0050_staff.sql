CREATE TABLE "people" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"email" text,
	"email_hash" text,
	"name" text,
	"role" text NOT NULL,
	"source" text NOT NULL,
	"issuer" text,
	"subject" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "people_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "people_email_hash_unique" UNIQUE("email_hash"),
	CONSTRAINT "people_by_subject" UNIQUE("issuer","subject"),
	CONSTRAINT "people_role" CHECK ("role" in ('owner', 'manager', 'desk', 'kitchen', 'bookkeeper')),
	CONSTRAINT "people_source" CHECK ("source" in ('invitation', 'settings', 'claim')),
	CONSTRAINT "people_subject" CHECK ((issuer is null) = (subject is null)),
	CONSTRAINT "people_email" CHECK ((email is null) = (email_hash is null)),
	CONSTRAINT "people_known" CHECK (email is not null or subject is not null),
	CONSTRAINT "people_sealed" CHECK ("email" like 's1.%' and "name" like 's1.%')
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "person_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'waitlist-confirm', 'lost-link', 'new-link', 'deletion-receipt', 'dates-moved', 'message', 'news', 'stay-moved', 'stay-reinstated', 'choices-changed', 'companion-invited', 'confirm-spots', 'companion-cancelled', 'pays-now', 'arrival-overdue', 'arrival-overdue-host', 'card-charge-soon', 'card-declined', 'card-charge-failed-admin', 'staff-invitation'));