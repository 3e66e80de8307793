import { locale } from '@pauta/domain/text/locale.ts';

/** @example formatBytes(1572864) // '1.5 MB' */
export const formatBytes = (bytes: number): string => {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} kB`;
  const [size, unit] = megabytes < 1024 ? [megabytes, 'MB'] : [megabytes / 1024, 'GB'];
  return `${size.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
};
