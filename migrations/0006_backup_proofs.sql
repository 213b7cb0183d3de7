CREATE TABLE "backup_proofs" (
	"id" serial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"file" text,
	"bytes" bigint,
	"row_count" integer DEFAULT 0 NOT NULL,
	"file_count" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "backup_proofs_day_unique" UNIQUE("day"),
	CONSTRAINT "backup_proofs_outcome" CHECK ("outcome" in ('proved', 'broken', 'failed')),
	CONSTRAINT "backup_proofs_problems" CHECK ((outcome = 'proved') = (jsonb_array_length(problems) = 0)),
	CONSTRAINT "backup_proofs_file" CHECK ((outcome = 'failed') = (file is null) and (file is null) = (bytes is null))
);
