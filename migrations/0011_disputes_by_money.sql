-- Disputed payments were marked as a whole; the next reading of the provider tells how much disputes really hold of each.
UPDATE "payments" SET "withdrawn" = "amount" WHERE "disputed";
