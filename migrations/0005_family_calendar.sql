CREATE TABLE "calendar_feeds" (
	"id" serial PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "calendar_feeds_token_unique" UNIQUE("token"),
	CONSTRAINT "calendar_feeds_made_by" CHECK (made_by like 'admin:%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_one_open" ON "calendar_feeds" USING btree ((true)) WHERE revoked_at is null;