const place = /\/packages\/([^/]+)\/src\/(.+)\.tsx?$/;
const declared = /\bconst (\w+) = styled\.(\w+)(?=(?:<[^`;]*>)?`)/g;
const withoutId = /^(?!import\b).*\bstyled\d*(?:\.\w+\b|\([^)]*\))(?!\.withConfig\(\{ ?componentId\b)/m;

const kebab = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();

/**
 * Gives each styled component of a source an id made of its package, file and name. Without one, styled-components
 * numbers the components in the order in which modules run, and a server that runs them in another order than the
 * browser renders other class names.
 *
 * @param source a module of a package
 * @param path path of the module
 * @throws if a styled component is not declared as `const Name = styled.tag` with a template
 */
export function withStableIds(source: string, path: string): string {
  const [, folder = '', file = ''] = place.exec(path) ?? [];
  const parts = ['pauta', folder, ...file.split('/')];
  const result = source.replace(declared, (_, name: string, tag: string) => {
    // `Root`, and a component with the name of the file, need no name in the id.
    const own = ['root', parts.at(-1)].includes(kebab(name)) ? [] : [kebab(name)];
    return `const ${name} = styled.${tag}.withConfig({componentId:'${[...parts, ...own].join('-')}'})`;
  });
  const left = unidentified(result);
  if (left)
    throw new Error(`${path}: sin id estable, escriba «const Nombre = styled.etiqueta\`…\`»: ${left}`);
  return result;
}

/** The first line of a module that creates a styled component without an id; `null` if there is none. */
export function unidentified(code: string): string | null {
  return withoutId.exec(code)?.[0].trim() ?? null;
}
