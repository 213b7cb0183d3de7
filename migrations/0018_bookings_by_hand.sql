ALTER TABLE "reservations" DROP CONSTRAINT "reservations_named_until_purged";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_type";--> statement-breakpoint
ALTER TABLE "waitlist_entries" DROP CONSTRAINT "waitlist_named_until_purged";--> statement-breakpoint
ALTER TABLE "waitlist_entries" DROP CONSTRAINT "waitlist_sealed";--> statement-breakpoint
ALTER TABLE "cancellations" ADD COLUMN "was_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_named_until_purged" CHECK (purged_at is not null or (customer_name is not null and (email is null) = (email_hash is null)));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_type" CHECK ("email_type" in ('invoice-success', 'signup-success-simple', 'welcome-info', 'info-remind', 'invoice-remind', 'late-refund', 'late-refund-admin', 'cancellation', 'refund', 'waitlist-offer', 'waitlist-confirm', 'lost-link', 'deletion-receipt', 'dates-moved', 'message', 'news', 'stay-moved', 'stay-reinstated'));--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_named_until_purged" CHECK ((purged_at is null and customer_name is not null and (email is null) = (email_hash is null) and (by_hand or email is not null))
        or (purged_at is not null and customer_name is null and email is null and email_hash is null and phone is null));--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_sealed" CHECK ("customer_name" like 's1.%' and "email" like 's1.%' and "phone" like 's1.%');