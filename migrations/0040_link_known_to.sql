ALTER TABLE "reservations" ADD COLUMN "link_known_to" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE FUNCTION note_who_knows_the_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.uuid <> OLD.uuid THEN
    NEW.link_known_to := '{}';
  END IF;
  IF NEW.link_handed_on AND NEW.party_id <> NEW.id AND NOT NEW.party_id = ANY (NEW.link_known_to) THEN
    NEW.link_known_to := NEW.link_known_to || NEW.party_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reservations_link_known BEFORE INSERT OR UPDATE OF uuid, party_id, link_handed_on ON reservations
  FOR EACH ROW EXECUTE FUNCTION note_who_knows_the_link();
--> statement-breakpoint
-- Passes every companion through the trigger. What a companion of an earlier party was sent is not known anymore.
UPDATE reservations SET party_id = party_id WHERE link_handed_on AND party_id IS NOT NULL;
