import {
  type CommentDisplayPart,
  type CommentTag,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type ReflectionType,
} from 'typedoc';

/**
 * Operations such as `messages.send` are declared as properties of a function type, because those are checked more
 * strictly. Readers call them, so the reference shows them as methods.
 */
export function turnFunctionsIntoMethods(project: ProjectReflection): void {
  for (const property of project.getReflectionsByKind(ReflectionKind.Property)) {
    if (!property.isDeclaration() || property.flags.isOptional) continue;
    const { parent, type } = property;
    if (parent?.kindOf(ReflectionKind.ClassOrInterface) !== true || type?.type !== 'reflection') continue;
    turnIntoMethod(property, type);
  }
}

function turnIntoMethod(property: DeclarationReflection, { declaration }: ReflectionType): void {
  const { signatures, children } = declaration;
  if (signatures === undefined || children !== undefined) return;
  delete declaration.signatures;
  delete property.type;
  property.kind = ReflectionKind.Method;
  property.signatures = signatures;
  for (const signature of signatures) {
    signature.parent = property;
    signature.name = property.name;
  }
  // TypeDoc shows the comment of a method with its signature.
  const [first] = signatures;
  if (first === undefined || property.comment === undefined) return;
  first.comment = property.comment;
  delete property.comment;
}

/** Lists the errors of a function under one heading, each with a link to its class, which TypeDoc leaves out. */
export function listErrors(project: ProjectReflection): void {
  const classes = project.getReflectionsByKind(ReflectionKind.Class);
  for (const { comment } of Object.values(project.reflections)) {
    const [first, ...others] = comment?.getTags('@throws') ?? [];
    if (comment === undefined || first === undefined) continue;
    first.content = [first, ...others].flatMap((tag) => errorItem(tag, classes));
    delete first.typeAnnotation;
    comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag));
  }
}

function errorItem(
  { content, typeAnnotation }: CommentTag,
  classes: readonly Reflection[],
): CommentDisplayPart[] {
  const bullet: CommentDisplayPart = { kind: 'text', text: '\n- ' };
  const name = /^\{(.*)\}$/.exec(typeAnnotation ?? '')?.[1];
  if (name === undefined) return [bullet, ...content];
  const target = classes.find((one) => one.name === name);
  const error: CommentDisplayPart =
    target === undefined
      ? { kind: 'code', text: `\`${name}\`` }
      : { kind: 'inline-tag', tag: '@link', text: name, target };
  return [bullet, error, { kind: 'text', text: ': ' }, ...content];
}
