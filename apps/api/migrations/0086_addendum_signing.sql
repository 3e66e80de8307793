-- Addenda are signed as contracts are: a request is found by the document that is signed.
CREATE INDEX signing_requests_document ON signing_requests (coalesce(addendum_id, contract_id), created_at, id);
