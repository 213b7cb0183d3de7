CREATE TABLE "guest_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"event_id" integer NOT NULL,
	"audience" text NOT NULL,
	"subject" text,
	"body" text,
	"attempt" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guest_messages_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "guest_messages_attempt_unique" UNIQUE("attempt"),
	CONSTRAINT "guest_messages_audience" CHECK ("audience" in ('all', 'unpaid', 'without-details', 'waitlist', 'chosen')),
	CONSTRAINT "guest_messages_whole" CHECK ((subject is null) = (body is null)),
	CONSTRAINT "guest_messages_sealed" CHECK ("subject" like 's1.%' and "body" like 's1.%')
);
--> statement-breakpoint
CREATE TABLE "news" (
	"audit_entry_id" integer PRIMARY KEY NOT NULL,
	"email_id" integer
);
--> statement-breakpoint
CREATE TABLE "news_visits" (
	"admin" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_until" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "guest_message_id" integer;--> statement-breakpoint
ALTER TABLE "guest_messages" ADD CONSTRAINT "guest_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_audit_entry_id_audit_entries_id_fk" FOREIGN KEY ("audit_entry_id") REFERENCES "public"."audit_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_messages_by_event" ON "guest_messages" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "news_by_email" ON "news" USING btree ("email_id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_guest_message_id_guest_messages_id_fk" FOREIGN KEY ("guest_message_id") REFERENCES "public"."guest_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "emails_by_guest_message" ON "emails" USING btree ("guest_message_id");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'waitlist-confirm', 'lost-link', 'deletion-receipt', 'dates-moved', 'message', 'news'));