/** Characters of the name of a file about spots, and of its content as JSON. */
export const spotFileLimits = { name: 160, content: 400_000 } as const;
