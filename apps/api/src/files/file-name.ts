const unprintable = /[\p{Cc}\p{Cf}"\\/]/gu;

/** Extensions for the same content. */
const same: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'], tif: ['tiff'] };

/**
 * A file extension as programs recognise it: it begins with a letter, so that a year or a version number does not
 * count.
 */
const ending = /\.([a-z][a-z0-9]{1,4})$/i;

/**
 * The base name of a file with the extension of its detected content, because a computer opens a file by its extension.
 * Characters with a meaning in paths or headers are removed.
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
