import { isIP } from 'node:net';
import { resolve } from 'node:path';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** A bucket for the files, on a service with the protocol of Amazon S3. */
export interface S3Config {
  /** Address of the service without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The configuration of the process. Folders are absolute, addresses without a trailing slash. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** The account that owns the schema: migrations and jobs; `databaseUrl` when absent. */
  databaseOwnerUrl: string | undefined;
  /** Connections of this process to the database. */
  databasePool: number;
  administrator: { email: string | undefined; password: string | undefined };
  demo: boolean;
  publicUrl: string | undefined;
  /** Origins of other applications whose pages may call the API with a bearer token. */
  allowedOrigins: readonly string[];
  /** Folder of the files; with a bucket, of those that are still being received. */
  storageDir: string;
  /** Absent: files are in `storageDir`. */
  s3: S3Config | undefined;
  /** Addresses of reverse proxies whose `X-Forwarded-*` headers are trusted (IP, CIDR, `loopback`, `uniquelocal`). */
  trustProxy: readonly string[];
  logLevel: LogLevel;
  /** Absent: mail stays in the local outbox, which administrators read. */
  smtpUrl: string | undefined;
  /** Sender of every mail, `Name <address>` or an address. */
  mailFrom: string;
  /** 32 bytes; absent: the key is stored in `dataDir`. */
  secretKey: Buffer | undefined;
  /** Seconds without a heartbeat after which another process takes over the jobs of this one. */
  jobLease: number;
  /** Requests per minute under /api; 0 is no limit. */
  rateLimit: { signedIn: number; anonymous: number };
}

/** The environment is invalid; `problems` lists in Spanish, one per line, what to change. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuración inválida:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const isHost = (value: string) =>
  isIP(value) !== 0 ||
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value);

const isProxy = (value: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const asUrl = (value: string): URL | undefined => {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
};

/**
 * Reads the environment variables of the README's table. An empty variable counts as absent.
 *
 * @throws ConfigError with every problem at once
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;

  const integer = (name: string, fallback: number, from: number, to: number): number => {
    const value = read(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= from && number <= to) return number;
    problems.push(`${name} debe ser un número entero entre ${from} y ${to}; se recibió «${value}».`);
    return fallback;
  };

  // The value is never repeated in the message, because it can contain a password.
  const databaseUrl = (name: string): string | undefined => {
    const value = read(name);
    if (value === undefined) return undefined;
    if (!/^postgres(ql)?:$/.test(asUrl(value)?.protocol ?? '')) {
      problems.push(
        `${name} debe ser una dirección de PostgreSQL, por ejemplo postgresql://usuario:clave@servidor:5432/pauta.`,
      );
    }
    return value;
  };

  const webOrigin = (name: string, value: string): string | undefined => {
    const url = asUrl(value);
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username)
      return url.origin;
    problems.push(
      `${name} debe ser una dirección web sin ruta, por ejemplo https://pauta.ejemplo.com; se recibió «${value}».`,
    );
    return undefined;
  };

  const host = read('HOST') ?? '127.0.0.1';
  if (!isHost(host)) problems.push(`HOST debe ser un nombre o una dirección IP; se recibió «${host}».`);

  const logLevelText = read('LOG_LEVEL') ?? 'info';
  const logLevel = logLevels.find((level) => level === logLevelText);
  if (!logLevel)
    problems.push(`LOG_LEVEL debe ser uno de ${logLevels.join(', ')}; se recibió «${logLevelText}».`);

  const demo = read('PAUTA_DEMO') ?? '1';
  if (!['0', '1'].includes(demo)) problems.push(`PAUTA_DEMO debe ser 0 o 1; se recibió «${demo}».`);

  const email = read('PAUTA_ADMIN_EMAIL');
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    problems.push(`PAUTA_ADMIN_EMAIL debe ser un correo electrónico; se recibió «${email}».`);
  }
  // Not trimmed: spaces are part of a password.
  const password = env.PAUTA_ADMIN_PASSWORD || undefined;
  if (password && (password.length < 8 || password.length > 128)) {
    problems.push('PAUTA_ADMIN_PASSWORD debe tener entre 8 y 128 caracteres.');
  }

  // Neither value is printed: one contains a password, the other is a secret.
  const smtpUrl = read('SMTP_URL');
  if (smtpUrl && !(/^smtps?:$/.test(asUrl(smtpUrl)?.protocol ?? '') && asUrl(smtpUrl)?.hostname)) {
    problems.push('SMTP_URL debe ser como smtps://usuario:clave@correo.ejemplo.com:465.');
  }
  const mailFrom = read('PAUTA_MAIL_FROM');
  if (mailFrom && !/^(?:[^<>\r\n]{1,80} <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(mailFrom)) {
    problems.push(
      `PAUTA_MAIL_FROM debe ser una dirección, por ejemplo Pauta <pauta@ejemplo.com>; se recibió «${mailFrom}».`,
    );
  }
  if (smtpUrl && !mailFrom) problems.push('SMTP_URL necesita también PAUTA_MAIL_FROM.');
  const keyText = read('PAUTA_SECRET_KEY');
  const secretKey = keyText && /^[0-9a-f]{64}$/i.test(keyText) ? Buffer.from(keyText, 'hex') : undefined;
  if (keyText && !secretKey) {
    problems.push('PAUTA_SECRET_KEY debe tener 64 cifras hexadecimales, como las da openssl rand -hex 32.');
  }

  const dataDir = resolve(read('PAUTA_DATA_DIR') ?? 'data');
  const storage = read('STORAGE_URL');
  let storageDir = resolve(dataDir, 'storage');
  if (storage) {
    const url = asUrl(storage);
    if (url?.protocol === 'file:') storageDir = resolve(decodeURIComponent(url.pathname));
    else if (/^[a-z][a-z0-9+.-]+:/i.test(storage)) {
      problems.push('STORAGE_URL debe ser una carpeta, por ejemplo /var/lib/pauta/archivos.');
    } else storageDir = resolve(storage);
  }

  // Key and secret are never printed.
  const readS3 = (): S3Config | undefined => {
    const place = read('PAUTA_STORAGE') ?? 'folder';
    if (place === 'folder') return undefined;
    if (place !== 's3') {
      problems.push(`PAUTA_STORAGE debe ser folder o s3; se recibió «${place}».`);
      return undefined;
    }
    const needed = (name: string): string => {
      const value = read(name);
      if (value === undefined) problems.push(`PAUTA_STORAGE=s3 necesita también ${name}.`);
      return value ?? '';
    };
    const address = needed('PAUTA_S3_ENDPOINT');
    const bucket = needed('PAUTA_S3_BUCKET');
    if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
      problems.push(`PAUTA_S3_BUCKET debe ser el nombre de un bucket; se recibió «${bucket}».`);
    return {
      endpoint: address && (webOrigin('PAUTA_S3_ENDPOINT', address) ?? ''),
      bucket,
      region: read('PAUTA_S3_REGION') ?? 'us-east-1',
      accessKeyId: needed('PAUTA_S3_KEY'),
      secretAccessKey: needed('PAUTA_S3_SECRET'),
    };
  };

  const publicUrlText = read('PAUTA_PUBLIC_URL');
  const publicUrl = publicUrlText ? webOrigin('PAUTA_PUBLIC_URL', publicUrlText) : undefined;
  const trustProxy = listOf(read('TRUST_PROXY'));
  const notProxy = trustProxy.find((value) => !isProxy(value));
  if (notProxy) {
    problems.push(
      `TRUST_PROXY debe listar las direcciones de los proxies (IP, red CIDR, loopback o uniquelocal); se recibió «${notProxy}».`,
    );
  }
  const allowedOrigins = listOf(read('PAUTA_ALLOWED_ORIGINS')).flatMap(
    (origin) => webOrigin('PAUTA_ALLOWED_ORIGINS', origin) ?? [],
  );

  const config: Config = {
    host,
    port: integer('PORT', 8000, 0, 65_535),
    dataDir,
    databaseUrl: databaseUrl('DATABASE_URL'),
    databaseOwnerUrl: databaseUrl('DATABASE_OWNER_URL'),
    databasePool: integer('DATABASE_POOL', 10, 2, 500),
    administrator: { email, password },
    demo: demo === '1',
    publicUrl,
    allowedOrigins,
    storageDir,
    s3: readS3(),
    trustProxy,
    logLevel: logLevel ?? 'info',
    smtpUrl,
    mailFrom: mailFrom ?? 'Pauta <pauta@localhost>',
    secretKey,
    jobLease: integer('PAUTA_JOB_LEASE', 180, 1, 3600),
    rateLimit: {
      signedIn: integer('PAUTA_RATE_LIMIT', 600, 0, 1_000_000),
      anonymous: integer('PAUTA_RATE_LIMIT_ANONYMOUS', 60, 0, 1_000_000),
    },
  };
  if (config.databaseOwnerUrl && !config.databaseUrl) {
    problems.push('DATABASE_OWNER_URL necesita también DATABASE_URL.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};
