CREATE TABLE "deposit_slips" (
	"id" serial PRIMARY KEY NOT NULL,
	"deposited_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposited_payments" (
	"slip_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"amount" integer NOT NULL,
	"reservation_id" integer,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "deposited_payments_slip_id_payment_id_pk" PRIMARY KEY("slip_id","payment_id"),
	CONSTRAINT "deposited_payments_method" CHECK ("method" in ('cash', 'check')),
	CONSTRAINT "deposited_payments_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "deposited_payments" ADD CONSTRAINT "deposited_payments_slip_id_deposit_slips_id_fk" FOREIGN KEY ("slip_id") REFERENCES "public"."deposit_slips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_slips_by_day" ON "deposit_slips" USING btree ("deposited_on");--> statement-breakpoint
CREATE UNIQUE INDEX "deposited_payments_once" ON "deposited_payments" USING btree ("payment_id") WHERE returned_at is null;