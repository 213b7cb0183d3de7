CREATE TABLE "balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"source_id" text,
	"intent_id" text
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"arrival" date NOT NULL,
	"trace_id" text,
	"manual" boolean NOT NULL,
	"complete" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card" text;--> statement-breakpoint
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_transactions_by_day" ON "balance_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_by_payout" ON "balance_transactions" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "balance_transactions_by_intent" ON "balance_transactions" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payouts_by_arrival" ON "payouts" USING btree ("arrival");--> statement-breakpoint
CREATE INDEX "payouts_unread" ON "payouts" USING btree ("id") WHERE not complete;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_words" CHECK (card is null or (method = 'card' and char_length(card) <= 60));