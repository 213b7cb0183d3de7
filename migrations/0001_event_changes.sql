-- Tells on the channel `changes` which public pages have become old (src/server/page-cache): `events` for the lists,
-- `event:<id>` for one event's page. PostgreSQL sends it at the commit, and the same words once a transaction.
CREATE FUNCTION tell_event_change(event_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('changes', 'events'), pg_notify('changes', 'event:' || event_id)
$$;
--> statement-breakpoint
CREATE FUNCTION events_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event_change(coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_changed AFTER INSERT OR UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION events_changed();
--> statement-breakpoint
CREATE FUNCTION event_parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tell_event_change(OLD.event_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tell_event_change(NEW.event_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_photos_changed AFTER INSERT OR UPDATE OR DELETE ON event_photos
  FOR EACH ROW EXECUTE FUNCTION event_parts_changed();
--> statement-breakpoint
-- Of a reservation the public sees one thing: that it takes a spot.
CREATE TRIGGER reservations_changed AFTER INSERT OR DELETE ON reservations
  FOR EACH ROW EXECUTE FUNCTION event_parts_changed();
--> statement-breakpoint
CREATE TRIGGER reservations_moved AFTER UPDATE OF status, event_id ON reservations
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.event_id IS DISTINCT FROM NEW.event_id)
  EXECUTE FUNCTION event_parts_changed();
