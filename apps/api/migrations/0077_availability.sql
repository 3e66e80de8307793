-- The availability marks the days on which more than the capacity of a space was approved; they are few.
CREATE INDEX occupancy_overridden ON occupancy (day, item_id) WHERE overridden;
