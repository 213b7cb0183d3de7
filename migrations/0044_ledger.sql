CREATE TABLE "ledger_closings" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_closings_month" CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"posted_on" date NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"step" smallint NOT NULL,
	"reverses" integer,
	"memo" text,
	"line_count" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_source" CHECK ("source" in ('payment', 'hand', 'refund', 'dispute', 'payout', 'cancellation', 'stay', 'move', 'deposit_slip', 'adjustment')),
	CONSTRAINT "ledger_entries_lines" CHECK (line_count >= 2),
	CONSTRAINT "ledger_entries_memo" CHECK (char_length(memo) <= 200)
);
--> statement-breakpoint
CREATE TABLE "ledger_exports" (
	"month" text NOT NULL,
	"form" text NOT NULL,
	"content" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_exports_month_form_pk" PRIMARY KEY("month","form")
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"account" text NOT NULL,
	"amount" integer NOT NULL,
	"reservation_id" integer,
	"event_id" integer,
	"tax_id" integer,
	CONSTRAINT "ledger_lines_entry_id_position_pk" PRIMARY KEY("entry_id","position"),
	CONSTRAINT "ledger_lines_account" CHECK ("account" in ('stripe_balance', 'undeposited', 'bank', 'guest_deposits', 'refunds_payable', 'tax_payable', 'retreat_income', 'cancellation_income', 'fees', 'disputes', 'other')),
	CONSTRAINT "ledger_lines_amount" CHECK (amount <> 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_ledger_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_exports" ADD CONSTRAINT "ledger_exports_month_ledger_closings_month_fk" FOREIGN KEY ("month") REFERENCES "public"."ledger_closings"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("source","source_id","step");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_day" ON "ledger_entries" USING btree ("posted_on","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_reversing" ON "ledger_entries" USING btree ("reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_by_reservation" ON "ledger_lines" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "ledger_lines_by_event" ON "ledger_lines" USING btree ("event_id");
--> statement-breakpoint
-- What follows are the promises that the database itself keeps. No entry or line is ever changed or deleted.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_lines_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_closings_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_exports_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_exports
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- At the commit, an entry has all its lines, and they add up to zero.
CREATE FUNCTION ledger_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS lines, coalesce(sum(amount), 0) AS total INTO found FROM ledger_lines WHERE entry_id = NEW.id;
  IF found.total <> 0 OR found.lines <> NEW.line_count THEN
    RAISE EXCEPTION 'ledger entry % (% % step %) does not balance: % of % lines, total %',
      NEW.id, NEW.source, NEW.source_id, NEW.step, found.lines, NEW.line_count, found.total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();
--> statement-breakpoint
-- An entry accepts only the places 0 to line_count - 1. So once all are taken, nobody can add a line to it.
CREATE FUNCTION ledger_lines_fit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added JOIN ledger_entries AS entry ON entry.id = added.entry_id
    WHERE added.position NOT BETWEEN 0 AND entry.line_count - 1) THEN
    RAISE EXCEPTION 'a ledger entry accepts no further lines' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_lines_fit AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_lines_fit();
--> statement-breakpoint
-- Returns the first day that is not in a closed month. Posting takes the lock shared and closing takes it alone, so
-- that no month is closed between the choice of a day and the commit of its entry.
CREATE FUNCTION ledger_first_open_day() RETURNS date LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(712043);
  RETURN (SELECT coalesce(((max(month) || '-01')::date + interval '1 month')::date, '-infinity'::date) FROM ledger_closings);
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_month_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.posted_on < ledger_first_open_day() THEN
    RAISE EXCEPTION 'the month of % is closed', NEW.posted_on USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_open BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_month_is_open();
--> statement-breakpoint
-- A month is closed after all that is being posted now, and only if no later month is closed.
CREATE FUNCTION ledger_close_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(712043);
  IF EXISTS (SELECT FROM ledger_closings WHERE month >= NEW.month) THEN
    RAISE EXCEPTION 'month % is closed already', NEW.month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_closings_in_order BEFORE INSERT ON ledger_closings
  FOR EACH ROW EXECUTE FUNCTION ledger_close_in_order();
