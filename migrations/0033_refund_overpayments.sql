CREATE TABLE "refund_lines" (
	"refund_id" integer NOT NULL,
	"reservation_id" integer NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "refund_lines_refund_id_reservation_id_pk" PRIMARY KEY("refund_id","reservation_id"),
	CONSTRAINT "refund_lines_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "overpayment" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_lines_by_reservation" ON "refund_lines" USING btree ("reservation_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_overpayment" CHECK (overpayment between 0 and amount);--> statement-breakpoint
-- What the totals have counted as the refund of an overpayment by the price of today stays one, the oldest refunds of a reservation first: no total changes.
WITH counted AS (
  SELECT refund.id, refund.payment_id, refund.amount, refund.created_at, payment.amount AS received, invoice.reservation_id,
    refund.reason IN ('admin', 'provider') AS goodwill
  FROM "refunds" AS refund
  JOIN "payments" AS payment ON payment.id = refund.payment_id
  JOIN "invoices" AS invoice ON invoice.id = payment.invoice_id
  WHERE refund.status <> 'failed'
), of_payment AS (
  SELECT payment_id, reservation_id,
    least(received, lost) AS lost, least(greatest(received - lost, 0), given) AS given
  FROM (
    SELECT payment_id, reservation_id, received,
      coalesce(sum(amount) FILTER (WHERE NOT goodwill), 0) AS lost,
      coalesce(sum(amount) FILTER (WHERE goodwill), 0) AS given
    FROM counted GROUP BY payment_id, reservation_id, received
  ) AS summed
), whole AS (
  SELECT reservation.id AS reservation_id, reservation.total_due
    + coalesce((SELECT sum(amount) FROM "invoices" WHERE reservation_id = reservation.id AND extra), 0) AS cents,
    coalesce((SELECT sum(payment.amount) FROM "payments" AS payment JOIN "invoices" AS invoice ON invoice.id = payment.invoice_id
      WHERE invoice.reservation_id = reservation.id), 0) AS received
  FROM "reservations" AS reservation
  WHERE reservation.id IN (SELECT reservation_id FROM of_payment WHERE given > 0)
), overpaid AS (
  SELECT whole.reservation_id, greatest(whole.received - sum(of_payment.lost) - whole.cents, 0) AS cents
  FROM whole JOIN of_payment ON of_payment.reservation_id = whole.reservation_id
  GROUP BY whole.reservation_id, whole.received, whole.cents
), placed AS (
  SELECT counted.id, counted.reservation_id, counted.created_at,
    least(counted.amount, greatest(of_payment.given - coalesce(sum(counted.amount) OVER (
      PARTITION BY counted.payment_id ORDER BY counted.created_at, counted.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), 0)) AS most
  FROM counted JOIN of_payment ON of_payment.payment_id = counted.payment_id
  WHERE counted.goodwill
), decided AS (
  SELECT placed.id, least(placed.most, greatest(overpaid.cents - coalesce(sum(placed.most) OVER (
      PARTITION BY placed.reservation_id ORDER BY placed.created_at, placed.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), 0)) AS overpayment
  FROM placed JOIN overpaid ON overpaid.reservation_id = placed.reservation_id
)
UPDATE "refunds" SET "overpayment" = decided.overpayment FROM decided WHERE decided.id = "refunds".id AND decided.overpayment > 0;
