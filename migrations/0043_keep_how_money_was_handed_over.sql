ALTER TABLE "payments" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "memo" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "task_id" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "given_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "memo" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_task_id_refunds_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."refunds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_by_task" ON "refunds" USING btree ("task_id") WHERE task_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_hand" CHECK (case when method = 'card' then num_nonnulls(reference, memo) = 0 else reference is null or reference ~ '^[A-Za-z0-9 #/.-]{1,40}$' end);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sealed" CHECK ("memo" like 's1.%');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_given_by" CHECK ("given_by" in ('cash', 'check', 'transfer'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_given" CHECK (case when by_hand and status = 'succeeded' then reference is null or reference ~ '^[A-Za-z0-9 #/.-]{1,40}$' else num_nonnulls(given_by, reference, memo) = 0 end);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_task" CHECK (task_id is null or (by_hand and task_id < id));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_sealed" CHECK ("memo" like 's1.%');