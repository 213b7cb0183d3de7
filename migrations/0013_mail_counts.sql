CREATE TABLE "recipient_counts" (
	"recipient" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "recipient_counts_by_age" ON "recipient_counts" USING btree ("since");