ALTER TABLE "reservations" ADD COLUMN "made_from" text;--> statement-breakpoint
CREATE INDEX "reservations_counted" ON "reservations" USING btree ("event_id","made_from") WHERE made_from is not null;