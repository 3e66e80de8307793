/** A text with its placeholders in braces filled in. @example fill('Paso {step}', { step: 2 }) // 'Paso 2' */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A duration in words. @example duration(4, 'minute', 'es-419') // '4 minutos' */
export const duration = (count: number, unit: 'second' | 'minute', lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
