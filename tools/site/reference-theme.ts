import type { DeclarationReflection, Reflection, SignatureReflection } from 'typedoc';
import { type MarkdownPageEvent, MarkdownTheme, MarkdownThemeContext } from 'typedoc-plugin-markdown';

/** Pages of the reference in the order of use: what it does, an example, the signature, parameters, result, errors. */
export class ReferenceTheme extends MarkdownTheme {
  override getRenderContext(page: MarkdownPageEvent<Reflection>): MarkdownThemeContext {
    return new ReferenceContext(this, page, this.application.options);
  }
}

class ReferenceContext extends MarkdownThemeContext {
  constructor(...args: ConstructorParameters<typeof MarkdownThemeContext>) {
    super(...args);
    const { memberWithGroups } = this.partials;
    this.partials.signature = (model, options) => this.#signature(model, options);
    this.partials.memberWithGroups = (model, options) => {
      const { typeParameters } = model;
      delete model.typeParameters;
      const text = memberWithGroups(model, options);
      if (typeParameters !== undefined) model.typeParameters = typeParameters;
      return joined(text, this.#typeParameters(typeParameters, options.headingLevel));
    };
  }

  #signature(
    model: SignatureReflection,
    {
      headingLevel,
      hideTitle = false,
      accessor,
    }: { headingLevel: number; hideTitle?: boolean | undefined; accessor?: string | undefined },
  ): string {
    const { partials } = this;
    const comment = model.comment ?? model.parent.comment;
    const commentPart = (showSummary: boolean) =>
      comment === undefined
        ? ''
        : partials.comment(comment, { headingLevel, showSummary, showTags: !showSummary });
    return joined(
      commentPart(true),
      hideTitle ? '' : partials.signatureTitle(model, accessor === undefined ? {} : { accessor }),
      model.parameters === undefined || model.parameters.length === 0
        ? ''
        : `${'#'.repeat(headingLevel)} Parameters\n\n${partials.parametersTable(model.parameters)}`,
      model.type === undefined ? '' : partials.signatureReturns(model, { headingLevel }),
      commentPart(false),
      this.#typeParameters(model.typeParameters, headingLevel),
    );
  }

  #typeParameters(parameters: DeclarationReflection['typeParameters'], level: number): string {
    if (parameters === undefined || parameters.length === 0) return '';
    return `${'#'.repeat(level)} Type parameters\n\n${this.partials.typeParametersTable(parameters)}`;
  }
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join('\n\n');
