import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('readConfig', () => {
  test('an empty environment is a complete configuration', () => {
    const config = readConfig({ DATABASE_URL: '', PORT: ' ' });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      databaseUrl: undefined,
      demo: true,
      trustProxy: [],
    });
    expect(config.dataDir).toBe(resolve('data'));
    expect(config.storageDir).toBe(resolve('data', 'storage'));
  });

  test('all problems are reported at once, in Spanish, without secrets', () => {
    const problems = problemsOf({
      PORT: '80a',
      HOST: 'no host',
      DATABASE_URL: 'mysql://u:secreto@h/d',
      PAUTA_DEMO: 'yes',
      PAUTA_ADMIN_EMAIL: 'nadie',
      PAUTA_ADMIN_PASSWORD: 'corta',
      PAUTA_PUBLIC_URL: 'ftp://x',
      TRUST_PROXY: 'loopback,3',
      LOG_LEVEL: 'loud',
      STORAGE_URL: 's3://bucket',
      PAUTA_RATE_LIMIT: '-1',
      SMTP_URL: 'https://u:secreto@h',
      PAUTA_MAIL_FROM: 'Pauta',
      PAUTA_SECRET_KEY: 'corta',
    });
    expect(problems).toHaveLength(14);
    expect(problems[0]).toMatch(/^HOST debe/);
    expect(problems.join()).not.toMatch(/secreto|corta/);
  });

  test('a storage folder is a path or a file address', () => {
    expect(readConfig({ STORAGE_URL: '/srv/files' }).storageDir).toBe('/srv/files');
    expect(readConfig({ STORAGE_URL: 'file:///srv/my%20files' }).storageDir).toBe('/srv/my files');
  });

  test('a bucket needs its address and its account, and no message shows them', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(problemsOf({ PAUTA_STORAGE: 's3', PAUTA_S3_BUCKET: 'archivos' })).toEqual([
      'PAUTA_STORAGE=s3 necesita también PAUTA_S3_ENDPOINT.',
      'PAUTA_STORAGE=s3 necesita también PAUTA_S3_KEY.',
      'PAUTA_STORAGE=s3 necesita también PAUTA_S3_SECRET.',
    ]);
    expect(problemsOf({ PAUTA_STORAGE: 'nube' })).toEqual([
      'PAUTA_STORAGE debe ser folder o s3; se recibió «nube».',
    ]);
    const account = { PAUTA_S3_KEY: 'clave', PAUTA_S3_SECRET: 'secreto' };
    expect(
      problemsOf({
        PAUTA_STORAGE: 's3',
        PAUTA_S3_ENDPOINT: 'ftp://x',
        PAUTA_S3_BUCKET: 'A/B',
        ...account,
      }).join(),
    ).not.toMatch(/clave|secreto/);
    const config = readConfig({
      PAUTA_STORAGE: 's3',
      PAUTA_S3_ENDPOINT: 'https://s3.ejemplo.com/',
      PAUTA_S3_BUCKET: 'archivos',
      ...account,
    });
    expect(config.s3).toEqual({
      endpoint: 'https://s3.ejemplo.com',
      bucket: 'archivos',
      region: 'us-east-1',
      accessKeyId: 'clave',
      secretAccessKey: 'secreto',
    });
  });

  test('a mail server needs a sender', () => {
    expect(problemsOf({ SMTP_URL: 'smtps://u:secreto@correo.ejemplo.com' })).toEqual([
      'SMTP_URL necesita también PAUTA_MAIL_FROM.',
    ]);
    const config = readConfig({ SMTP_URL: 'smtp://h:25', PAUTA_MAIL_FROM: 'Pauta <p@ejemplo.com>' });
    expect([config.smtpUrl, config.mailFrom]).toEqual(['smtp://h:25', 'Pauta <p@ejemplo.com>']);
  });

  test('origins are compared without their final slash', () => {
    expect(
      readConfig({ PAUTA_ALLOWED_ORIGINS: 'https://a.example/, http://b.example:5173' }).allowedOrigins,
    ).toEqual(['https://a.example', 'http://b.example:5173']);
  });

  test('an owner without a database address is refused', () => {
    expect(problemsOf({ DATABASE_OWNER_URL: 'postgres://o@h/d' })).toHaveLength(1);
  });
});
