CREATE TABLE "invoice_lines" (
	"invoice_id" integer NOT NULL,
	"reservation_id" integer NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_reservation_id_pk" PRIMARY KEY("invoice_id","reservation_id"),
	CONSTRAINT "invoice_lines_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "party_id" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "share" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "link_handed_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_lines_by_reservation" ON "invoice_lines" USING btree ("reservation_id");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_party_id_reservations_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."reservations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservations_by_party" ON "reservations" USING btree ("party_id") WHERE party_id is not null;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_share" CHECK (share >= 0);--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_size" CHECK (size between 1 and 6);