const unprintable = /[\p{Cc}\p{Cf}"\\/]/gu;

/** Endings that stand for the same content. */
const same: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'], tif: ['tiff'] };

/** What programs take for a kind of content: letters first, so that a year or a version is no such ending. */
const ending = /\.([a-z][a-z0-9]{1,4})$/i;

/**
 * The last part of a file's name with the ending of its content: by the name's own ending a computer would open it as
 * what it says it is. What means something in a path or a header is left out.
 *
 * @example fileName('../x.html', 'png') // 'x.png'
 */
export const fileName = (name: string, extension: string): string => {
  const last = (name.split(/[\\/]/).at(-1) ?? '').replace(unprintable, '').trim();
  const given = ending.exec(last)?.[1]?.toLowerCase();
  const fits = given === extension || (given !== undefined && same[extension]?.includes(given));
  const end = fits ? (ending.exec(last)?.[0] ?? '') : `.${extension}`;
  const stem = (given === undefined ? last : last.replace(ending, '')).replace(/\.+$/, '');
  return `${[...stem].slice(-(200 - end.length)).join('') || 'archivo'}${end}`;
};
