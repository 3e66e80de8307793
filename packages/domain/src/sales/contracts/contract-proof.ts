/** A version in an exported proof. */
export interface ProofVersion {
  /** 0 is the signed contract. */
  readonly version: number;
  /** Number of the addendum that made it; null for the signed contract. */
  readonly addendum: string | null;
  /** ISO instant at which it was stored. */
  readonly created_at: string;
  /** Canonical JSON (RFC 8785) of its content. */
  readonly content: string;
  /** SHA-256, in hexadecimal, of the hash of the version before it followed by its content. */
  readonly hash: string;
  readonly prev_hash: string | null;
  /** SHA-256 of its document as PDF; null where none was made. */
  readonly document_sha256: string | null;
}

/** A contract with everything that proves it. The file is its canonical JSON. */
export interface ContractProof {
  readonly format: 'pauta-contract-proof/1';
  /** Number of the contract. */
  readonly contract: string;
  readonly versions: readonly ProofVersion[];
  /** SHA-256 of the canonical JSON of everything else. It shows a damaged file; the hashes prove the contract. */
  readonly checksum: string;
}

/** What was found in a file that may be a proof; texts are Spanish. */
export interface ProofCheck {
  /** Whether it has the form of a proof at all. */
  readonly isProof: boolean;
  /** It is a proof, and nothing was altered. */
  readonly isIntact: boolean;
  readonly contract: string | null;
  /** What is wrong with the file as a whole. */
  readonly problems: readonly string[];
  readonly versions: readonly (Pick<ProofVersion, 'version' | 'addendum' | 'hash' | 'document_sha256'> & {
    /** SHA-256 of the document that its signers read, which its content states; null if it states none. */
    readonly read_sha256: string | null;
    readonly problems: readonly string[];
  })[];
}

/**
 * Checks an exported proof: its form, that each content is canonical and has its hash, that each version continues the
 * one before it, and that nothing else was changed.
 *
 * The stand-alone verifier contains the text of this function (`checkProof.toString()`), so it refers to nothing outside
 * of itself but globals of JavaScript.
 *
 * @param text of the file
 * @param sha256 of bytes, in hexadecimal
 */
export async function checkProof(
  text: string,
  sha256: (bytes: Uint8Array) => Promise<string>,
): Promise<ProofCheck> {
  const none = { isProof: false, isIntact: false, contract: null, versions: [] };
  const canonical = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const entries = value as Record<string, unknown>;
    // Without a function it compares code units, as RFC 8785 demands.
    const names = Object.keys(entries).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(entries[name])}`).join(',')}}`;
  };
  const isCanonical = (value: unknown, json: string): boolean => {
    try {
      return canonical(value) === json;
    } catch {
      // Nested too deep for the stack, which no content is.
      return false;
    }
  };
  const parsed = (json: string): Record<string, unknown> | null => {
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  };
  const hashOf = (value: string): Promise<string> => sha256(new TextEncoder().encode(value));

  const file = parsed(text);
  if (file === null) return { ...none, problems: ['El archivo no es JSON, o su texto se alteró.'] };
  const { checksum, ...rest } = file;
  const versions = file.versions as readonly ProofVersion[];
  if (
    file.format !== 'pauta-contract-proof/1' ||
    typeof file.contract !== 'string' ||
    !Array.isArray(versions) ||
    versions.length === 0 ||
    !versions.every(
      (one: Partial<ProofVersion> | null) => typeof one?.content === 'string' && typeof one.hash === 'string',
    )
  )
    return { ...none, problems: ['El archivo no es la prueba de un contrato, o se alteró.'] };

  const checked: ProofCheck['versions'][number][] = [];
  for (const [place, one] of versions.entries()) {
    const before = versions[place - 1];
    const content = parsed(one.content);
    const problems: string[] = [];
    if (content === null || !isCanonical(content, one.content))
      problems.push('Su contenido no está en la forma canónica.');
    if ((await hashOf((one.prev_hash ?? '') + one.content)) !== one.hash)
      problems.push('Su huella no es la de su contenido.');
    if (one.version !== place || (one.prev_hash ?? null) !== (before?.hash ?? null))
      problems.push(place === 0 ? 'No es la primera versión.' : 'No continúa la versión anterior.');
    const { contract, addenda, document_hash } = (content ?? {}) as {
      readonly contract?: { readonly number?: unknown };
      readonly addenda?: unknown;
      readonly document_hash?: unknown;
    };
    const last: { readonly number?: unknown } | null | undefined = Array.isArray(addenda)
      ? addenda.at(-1)
      : undefined;
    if (content !== null && contract?.number !== file.contract)
      problems.push('Su contenido es de otro contrato.');
    if (content !== null && (last?.number ?? null) !== one.addendum)
      problems.push('Su contenido es de otra adenda.');
    checked.push({
      version: place,
      addendum: one.addendum,
      hash: one.hash,
      document_sha256: one.document_sha256,
      read_sha256: typeof document_hash === 'string' ? document_hash : null,
      problems,
    });
  }
  const isUnchanged = isCanonical(file, text) && (await hashOf(canonical(rest))) === checksum;
  const problems = isUnchanged ? [] : ['El archivo no está como se descargó: se alteró.'];
  return {
    isProof: true,
    isIntact: isUnchanged && checked.every((one) => one.problems.length === 0),
    contract: file.contract,
    problems,
    versions: checked,
  };
}
