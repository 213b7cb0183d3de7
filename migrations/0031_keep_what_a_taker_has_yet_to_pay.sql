ALTER TABLE "cancellations" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
CREATE INDEX "cancellations_replaced" ON "cancellations" USING btree ("reservation_id") WHERE replaced is not null;