CREATE TABLE "codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"suggestion" integer,
	"event_id" integer,
	"valid_from" date,
	"valid_until" date,
	"uses" integer,
	"note" text,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "codes_code_unique" UNIQUE("code"),
	CONSTRAINT "codes_kind" CHECK ("kind" in ('percent', 'amount', 'open')),
	CONSTRAINT "codes_code" CHECK (code = upper(code) and char_length(code) between 3 and 40),
	CONSTRAINT "codes_value" CHECK (case kind when 'percent' then value between 1 and 100 when 'amount' then value > 0 else value >= 0 end),
	CONSTRAINT "codes_suggestion" CHECK (suggestion is null or (kind = 'open' and suggestion >= value)),
	CONSTRAINT "codes_uses" CHECK (uses > 0),
	CONSTRAINT "codes_days" CHECK (valid_until >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "card_charges" (
	"id" serial PRIMARY KEY NOT NULL,
	"reservation_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"amount" integer NOT NULL,
	"charge_on" date NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"intent_id" text,
	"decline_code" text,
	"advice_code" text,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "card_charges_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "card_charges_status" CHECK ("status" in ('planned', 'charging', 'succeeded', 'declined', 'needs_guest', 'stopped')),
	CONSTRAINT "card_charges_amount" CHECK (amount > 0),
	CONSTRAINT "card_charges_started" CHECK (status in ('planned', 'stopped') or started_at is not null)
);
--> statement-breakpoint
CREATE TABLE "kept_cards" (
	"reservation_id" integer PRIMARY KEY NOT NULL,
	"customer" text,
	"payment_method" text,
	"card" text,
	"consent_version" text NOT NULL,
	"consent_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "kept_cards_whole" CHECK ((ended_at is null) = (customer is not null) and (customer is null) = (payment_method is null) and (customer is not null or card is null))
);
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "customer" text;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "code_id" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_cards" ADD CONSTRAINT "kept_cards_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_charges_once" ON "card_charges" USING btree ("invoice_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "card_charges_one_open" ON "card_charges" USING btree ("invoice_id") WHERE status in ('planned', 'charging');--> statement-breakpoint
CREATE INDEX "card_charges_by_reservation" ON "card_charges" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "card_charges_due" ON "card_charges" USING btree ("charge_on") WHERE status in ('planned', 'charging');--> statement-breakpoint
CREATE INDEX "kept_cards_standing" ON "kept_cards" USING btree ("reservation_id") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservations_by_code" ON "reservations" USING btree ("code_id") WHERE code_id is not null;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_consent" CHECK ((customer is null) = (consent_version is null) and (customer is null) = (consent_at is null));--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_discount" CHECK (discount >= 0);