module.exports = { testMatch: ['**/*.spec.cjs'], moduleFileExtensions: ['cjs', 'js', 'json'] };
