CREATE TABLE "audit_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"details" text,
	CONSTRAINT "audit_entries_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "audit_entries_sealed" CHECK ("details" like 's1.%')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"claims" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tokens" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "sessions_lifetime" CHECK (expires_at > created_at),
	CONSTRAINT "sessions_sealed" CHECK ("email" like 's1.%' and "tokens" like 's1.%')
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" serial PRIMARY KEY NOT NULL,
	"reservation_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"amount" integer NOT NULL,
	"due" date,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_purpose" CHECK ("purpose" in ('deposit', 'remainder', 'whole', 'other')),
	CONSTRAINT "invoices_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" integer,
	"invoice_id" integer,
	"amount" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_intents_status" CHECK ("status" in ('open', 'succeeded', 'canceled')),
	CONSTRAINT "payment_intents_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_id" integer,
	"reservation_id" integer,
	"method" text NOT NULL,
	"amount" integer NOT NULL,
	"intent_id" text,
	"charge_id" text,
	"fee" integer,
	"disputed" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "payments_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payments_amount" CHECK (amount > 0),
	CONSTRAINT "payments_card" CHECK ((method = 'card') = (intent_id is not null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" serial PRIMARY KEY NOT NULL,
	"payment_id" integer NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_status" CHECK ("status" in ('requested', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount" CHECK (amount > 0),
	CONSTRAINT "refunds_done" CHECK (status <> 'succeeded' or provider_refund_id is not null)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"attendee_token" uuid NOT NULL,
	"event_id" integer NOT NULL,
	"status" text NOT NULL,
	"hold_expires_at" timestamp (3) with time zone,
	"attempt_hash" text,
	"customer_name" text,
	"email" text,
	"email_hash" text,
	"nickname" text,
	"phone" text,
	"address" text,
	"emergency_contact_name" text,
	"emergency_contact_phone" text,
	"food_allergies" text,
	"medical_conditions" text,
	"other_information" text,
	"notes" text,
	"safety_consent" boolean DEFAULT false NOT NULL,
	"photo_consent" boolean DEFAULT false NOT NULL,
	"consent_terms_hash" text,
	"consent_at" timestamp (3) with time zone,
	"total_due" integer NOT NULL,
	"directions_viewed_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "reservations_attendee_token_unique" UNIQUE("attendee_token"),
	CONSTRAINT "reservations_attempt_hash_unique" UNIQUE("attempt_hash"),
	CONSTRAINT "reservations_status" CHECK ("status" in ('pending', 'confirmed', 'cancelled', 'expired', 'refunded')),
	CONSTRAINT "reservations_hold" CHECK ((status = 'pending') = (hold_expires_at is not null)),
	CONSTRAINT "reservations_total_due" CHECK (total_due >= 0),
	CONSTRAINT "reservations_consent" CHECK (not safety_consent or (consent_terms_hash is not null and consent_at is not null)),
	CONSTRAINT "reservations_named_until_purged" CHECK (purged_at is not null or (customer_name is not null and email is not null and email_hash is not null)),
	CONSTRAINT "reservations_empty_when_purged" CHECK (purged_at is null or (customer_name is null and email is null and email_hash is null and nickname is null and phone is null
        and address is null and emergency_contact_name is null and emergency_contact_phone is null and food_allergies is null
        and medical_conditions is null and other_information is null and notes is null)),
	CONSTRAINT "reservations_sealed" CHECK ("customer_name" like 's1.%' and "email" like 's1.%' and "nickname" like 's1.%' and "phone" like 's1.%' and "address" like 's1.%' and "emergency_contact_name" like 's1.%' and "emergency_contact_phone" like 's1.%' and "food_allergies" like 's1.%' and "medical_conditions" like 's1.%' and "other_information" like 's1.%' and "notes" like 's1.%')
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"start_day" date NOT NULL,
	"end_day" date NOT NULL,
	"color" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_events_days" CHECK (end_day >= start_day),
	CONSTRAINT "calendar_events_color" CHECK (color ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "calendar_events_title" CHECK (char_length(title) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" serial PRIMARY KEY NOT NULL,
	"email_type" text NOT NULL,
	"reservation_id" integer,
	"invoice_id" integer,
	"dedupe_key" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"subject" text,
	"message_id" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "emails_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "emails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin')),
	CONSTRAINT "emails_status" CHECK ("status" in ('queued', 'sent', 'failed', 'dropped')),
	CONSTRAINT "emails_sent" CHECK ((status = 'sent') = (sent_at is not null))
);
--> statement-breakpoint
CREATE TABLE "event_photos" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"url" text NOT NULL,
	"alt" text
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url_name" text NOT NULL,
	"host" text,
	"host_cell" text NOT NULL,
	"admin_email" text NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"cost_addendum" text,
	"includes" text,
	"short_description" text,
	"long_description" text,
	"start_date" text NOT NULL,
	"start_date_date" date NOT NULL,
	"end_date" text NOT NULL,
	"end_date_date" date NOT NULL,
	"color" text DEFAULT '#EBDDC0' NOT NULL,
	"password" text,
	"main_image" text,
	"second_image" text,
	"pdf_link" text,
	"spots" integer DEFAULT 11 NOT NULL,
	"show_waitlist" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_url_name_unique" UNIQUE("url_name"),
	CONSTRAINT "events_url_name" CHECK (url_name ~ '^[a-z0-9][a-z0-9._~-]*$'),
	CONSTRAINT "events_cost" CHECK (cost <= 0 or cost >= 100),
	CONSTRAINT "events_spots" CHECK (spots >= 0),
	CONSTRAINT "events_dates" CHECK (end_date_date >= start_date_date),
	CONSTRAINT "events_color" CHECK (color ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "events_password" CHECK (password is null or btrim(password) <> '')
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"lease_token" text,
	"last_error" text,
	"done_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "outbox_lease" CHECK ((leased_until is null) = (lease_token is null)),
	CONSTRAINT "outbox_end" CHECK (done_at is null or dead_at is null)
);
--> statement-breakpoint
CREATE TABLE "site_facts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"event_id" integer NOT NULL,
	"customer_name" text,
	"email" text,
	"email_hash" text,
	"purged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "waitlist_once" UNIQUE("event_id","email_hash"),
	CONSTRAINT "waitlist_named_until_purged" CHECK ((purged_at is null and customer_name is not null and email is not null and email_hash is not null)
        or (purged_at is not null and customer_name is null and email is null and email_hash is null)),
	CONSTRAINT "waitlist_sealed" CHECK ("customer_name" like 's1.%' and "email" like 's1.%')
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_photos" ADD CONSTRAINT "event_photos_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_entity" ON "audit_entries" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invoices_by_reservation" ON "invoices" USING btree ("reservation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_sign_up_once" ON "invoices" USING btree ("reservation_id","purpose") WHERE purpose in ('deposit', 'remainder', 'whole');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_one_open" ON "payment_intents" USING btree ("invoice_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payment_intents_unsettled" ON "payment_intents" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payments_by_reservation" ON "payments" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "reservations_by_event" ON "reservations" USING btree ("event_id","status");--> statement-breakpoint
CREATE INDEX "reservations_by_email" ON "reservations" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "reservations_holds" ON "reservations" USING btree ("hold_expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "calendar_events_by_start" ON "calendar_events" USING btree ("start_day");--> statement-breakpoint
CREATE INDEX "emails_by_reservation" ON "emails" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "event_photos_by_event" ON "event_photos" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("start_date_date","id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("run_at","id") WHERE done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_by_event" ON "waitlist_entries" USING btree ("event_id","id");