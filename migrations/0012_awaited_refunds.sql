ALTER TABLE "cancellations" ADD COLUMN "awaited" jsonb;--> statement-breakpoint
CREATE INDEX "cancellations_awaited" ON "cancellations" USING btree ("at") WHERE awaited is not null;