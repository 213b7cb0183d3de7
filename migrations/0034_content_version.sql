-- The content version: a transaction that writes anything visitors can see puts its own number into `site_facts`, once, while it commits.
-- Written earlier, the row would stay locked until the commit and sign-ups would wait for each other. A sequence would show the new
-- version before the content that belongs to it (docs/decisions/0093).
DROP TRIGGER events_changed ON events;
--> statement-breakpoint
DROP TRIGGER event_photos_changed ON event_photos;
--> statement-breakpoint
DROP TRIGGER reservations_changed ON reservations;
--> statement-breakpoint
DROP TRIGGER reservations_moved ON reservations;
--> statement-breakpoint
DROP TRIGGER event_options_changed ON event_options;
--> statement-breakpoint
DROP TRIGGER reservation_options_changed ON reservation_options;
--> statement-breakpoint
DROP FUNCTION events_changed();
--> statement-breakpoint
DROP FUNCTION event_parts_changed();
--> statement-breakpoint
DROP FUNCTION reservation_options_changed();
--> statement-breakpoint
DROP FUNCTION tell_event_change(bigint);
--> statement-breakpoint
CREATE FUNCTION raise_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_facts (key, value) VALUES ('content-version', pg_current_xact_id()::text)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE site_facts.value <> excluded.value;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER events_seen AFTER INSERT OR UPDATE OR DELETE ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER event_photos_seen AFTER INSERT OR UPDATE OR DELETE ON event_photos
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER event_options_seen AFTER INSERT OR UPDATE OR DELETE ON event_options
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER codes_seen AFTER INSERT OR UPDATE OR DELETE ON codes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
-- Visitors see how many spots and choices are taken; what a guest tells of themselves raises nothing.
CREATE CONSTRAINT TRIGGER reservations_seen AFTER INSERT OR UPDATE OF status, event_id, replaces_id OR DELETE ON reservations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER reservation_options_seen AFTER INSERT OR UPDATE OR DELETE ON reservation_options
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_content_version();
