ALTER TABLE "invoices" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_description" CHECK (char_length(description) between 1 and 80);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_extra" CHECK (not extra or purpose = 'other');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_withdrawn" CHECK (withdrawn >= 0);