ALTER TABLE "payment_intents" ADD COLUMN "made_from" text;--> statement-breakpoint
CREATE INDEX "payment_intents_counted" ON "payment_intents" USING btree ("made_from") WHERE made_from is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_declines" ON "webhook_events" USING btree ("received_at") WHERE type = 'payment_intent.payment_failed';