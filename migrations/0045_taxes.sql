CREATE TABLE "taxes" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"applies_to" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "taxes_kind" CHECK ("applies_to" in ('stay', 'lodging', 'extras')),
	CONSTRAINT "taxes_name" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "taxes_rate" CHECK (rate between 1 and 5000),
	CONSTRAINT "taxes_days" CHECK (valid_until >= valid_from)
);
--> statement-breakpoint
CREATE INDEX "taxes_by_start" ON "taxes" USING btree ("valid_from","id");