ALTER TABLE "invoices" ADD COLUMN "unpaid" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "invoices" SET "unpaid" = false WHERE EXISTS (SELECT 1 FROM "payments" WHERE "payments"."invoice_id" = "invoices"."id");--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("due","id") WHERE unpaid;--> statement-breakpoint
CREATE INDEX "outbox_dead" ON "outbox" USING btree ("dead_at","id") WHERE dead_at is not null;--> statement-breakpoint
-- An invoice is unpaid while no payment names it, whoever writes the payment.
CREATE FUNCTION payments_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE invoices SET unpaid = true WHERE id = OLD.invoice_id AND NOT unpaid
      AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.invoice_id = OLD.invoice_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE invoices SET unpaid = false WHERE id = NEW.invoice_id AND unpaid;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_moved AFTER INSERT OR DELETE OR UPDATE OF invoice_id ON payments
  FOR EACH ROW EXECUTE FUNCTION payments_moved();
