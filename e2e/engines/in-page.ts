/** A text to find: a case-insensitive substring, the exact text, or a regular expression. */
export interface Wanted {
  readonly text: string;
  readonly flags?: string;
  readonly exact?: boolean | undefined;
}

/** One step of a locator. */
export type Step =
  | { readonly by: 'css'; readonly selector: string }
  | { readonly by: 'label' | 'text'; readonly name: Wanted }
  | {
      readonly by: 'role';
      readonly role: string;
      readonly name?: Wanted;
      readonly level?: number | undefined;
    }
  | { readonly by: 'first' };

/**
 * Runs in the page. Finds the element that the steps locate, including open shadow roots.
 *
 * @throws if not exactly one element matches
 */
export function findInPage(steps: readonly Step[]): Element {
  const natives: Record<string, string> = {
    alert: '[role=alert]',
    button: 'button,summary,input[type=submit],[role=button]',
    checkbox: 'input[type=checkbox],[role=checkbox]',
    combobox: '[role=combobox],select',
    heading: 'h1,h2,h3,h4,h5,h6,[role=heading]',
    link: 'a[href],[role=link]',
    navigation: 'nav',
    row: 'tr,[role=row]',
    textbox: 'input:not([type]),input[type=text],input[type=email],textarea',
  };
  const inside = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? inside(element.shadowRoot) : []),
    ]);
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const fits = (text: string, { text: wanted, flags, exact }: Wanted): boolean => {
    if (flags !== undefined) return new RegExp(wanted, flags).test(text);
    return exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
  };
  const labelsOf = (element: Element): string[] => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return [
      plain(ids.map((id) => root.getElementById(id)?.textContent).join(' ')),
      plain(element.getAttribute('aria-label')),
      ...labels.map((label) => plain(label.textContent)),
    ].filter(Boolean);
  };
  const nameOf = (element: Element): string => labelsOf(element)[0] ?? plain(element.textContent);
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  let found: (Element | Document)[] = [document];
  for (const step of steps) {
    if (step.by === 'first') {
      found = found.slice(0, 1);
      continue;
    }
    const all = [
      ...new Set(
        found.flatMap((one) => [
          ...(one instanceof Element && one.shadowRoot ? inside(one.shadowRoot) : []),
          ...inside(one),
        ]),
      ),
    ];
    if (step.by === 'css') found = all.filter((one) => one.matches(step.selector));
    else if (step.by === 'label')
      found = all.filter((one) => labelsOf(one).some((label) => fits(label, step.name)));
    else if (step.by === 'role') {
      const selector = natives[step.role] ?? `[role=${step.role}],${step.role}`;
      found = all.filter(
        (one) =>
          one.matches(selector) &&
          isShown(one) &&
          (step.level === undefined || one.matches(`h${step.level}`)) &&
          (step.name === undefined || fits(nameOf(one), step.name)),
      );
    } else {
      const says = all.filter(
        (one) => !one.matches('script,style,head *') && fits(plain(one.textContent), step.name),
      );
      found = says.filter((one) => ![...one.children].some((child) => says.includes(child)));
    }
  }
  const [one] = found;
  if (found.length !== 1 || !(one instanceof Element)) throw new Error(`${found.length} elements`);
  return one;
}
