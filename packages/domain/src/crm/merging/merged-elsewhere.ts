/** Rest of the sentence on the page of a record that was merged into, or became, another (`Resource.successors`). */
export const mergedElsewhere = 'lo que tenía está ahí. Desde su historial puede deshacerse.';
