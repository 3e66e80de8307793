/** The scroll position and focused row of a list when the user left it. */
export interface Place {
  readonly row: string;
  readonly top: number;
  readonly page: number;
}

const key = 'pauta.list-places';
const kept = 40;

function read(): [string, Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, Place][];
  } catch {
    return [];
  }
}

/** @param entry `location.key` of the list's history entry */
export function rememberPlace(entry: string, place: Place): void {
  const places = [...read().filter(([one]) => one !== entry), [entry, place] as const].slice(-kept);
  try {
    sessionStorage.setItem(key, JSON.stringify(places));
  } catch {
    // Without storage, going back only loses the position.
  }
}

export const recallPlace = (entry: string): Place | undefined => read().find(([one]) => one === entry)?.[1];
