-- Ends the waitlist entries that an earlier version has purged while they waited or had an offer, as the purge itself now does.
UPDATE "waitlist_entries" SET "state" = 'skipped' WHERE "purged_at" IS NOT NULL AND "state" IN ('waiting', 'offered');
