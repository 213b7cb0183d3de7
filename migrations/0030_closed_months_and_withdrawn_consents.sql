CREATE TABLE "discounts_given" (
	"reservation_id" integer PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discounts_given_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_intents" DROP CONSTRAINT "payment_intents_consent";--> statement-breakpoint
CREATE INDEX "discounts_given_by_time" ON "discounts_given" USING btree ("at");--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_consent" CHECK ((consent_version is null) = (consent_at is null) and (consent_version is null or customer is not null));--> statement-breakpoint
INSERT INTO "discounts_given" ("reservation_id", "amount", "at")
SELECT reservation.id, reservation.discount, min(entry.at)
FROM "reservations" AS reservation
JOIN "audit_entries" AS entry ON entry.entity = 'reservation' AND entry.entity_id = reservation.id AND entry.action = 'reservation.confirmed'
WHERE reservation.discount > 0
GROUP BY reservation.id;
