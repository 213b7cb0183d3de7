CREATE TABLE "arrivals" (
	"reservation_id" integer PRIMARY KEY NOT NULL,
	"day" date,
	"time" text,
	"by" text,
	"left_pavement_at" timestamp (3) with time zone,
	"here_at" timestamp (3) with time zone,
	"here_by" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "arrivals_by" CHECK ("by" in ('car', 'fetched')),
	CONSTRAINT "arrivals_here_by" CHECK ("here_by" in ('guest', 'host', 'admin')),
	CONSTRAINT "arrivals_told" CHECK ((day is null) = (time is null) and (day is null) = (by is null)),
	CONSTRAINT "arrivals_time" CHECK (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "arrivals_here" CHECK ((here_at is null) = (here_by is null))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_name_unique" UNIQUE("name"),
	CONSTRAINT "documents_name" CHECK (name ~ '^[a-z0-9]{20}$'),
	CONSTRAINT "documents_bytes" CHECK (bytes > 0)
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "host_email" text;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'waitlist-confirm', 'lost-link', 'deletion-receipt', 'dates-moved', 'message', 'news', 'stay-moved', 'stay-reinstated', 'arrival-overdue', 'arrival-overdue-host'));