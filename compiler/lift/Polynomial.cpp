/// \file Arithmetic on polynomials over symbols of a C program, such as `i*N*M + j`.
#include "lift/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::lift {

void Polynomial::add(const Monomial &monomial, std::int64_t factor) {
  if (factor == 0)
    return;
  const auto [term, isNew] = terms.try_emplace(monomial, factor);
  if (!isNew && (term->second += factor) == 0)
    terms.erase(term);
}

Polynomial Polynomial::symbol(Symbol name) {
  Polynomial result;
  result.add({name}, 1);
  return result;
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, factor] : other.terms)
    result.add(monomial, factor);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, factor] : other.terms)
    result.add(monomial, -factor);
  return result;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[a, factorA] : terms)
    for (const auto &[b, factorB] : other.terms) {
      Monomial product = a;
      product.insert(product.end(), b.begin(), b.end());
      llvm::sort(product);
      result.add(product, factorA * factorB);
    }
  return result;
}

std::optional<std::int64_t> Polynomial::constant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

std::optional<Polynomial> Polynomial::coefficient(Symbol name) const {
  Polynomial result;
  for (const auto &[monomial, factor] : terms) {
    const auto times = llvm::count(monomial, name);
    if (times > 1)
      return std::nullopt;
    if (times == 0)
      continue;
    Monomial rest = monomial;
    rest.erase(llvm::find(rest, name));
    result.add(rest, factor);
  }
  return result;
}

bool Polynomial::uses(Symbol name) const {
  return llvm::any_of(terms,
                      [&](const auto &term) { return llvm::is_contained(term.first, name); });
}

std::vector<Polynomial::Symbol> Polynomial::symbols() const {
  std::vector<Symbol> result;
  for (const auto &[monomial, factor] : terms)
    for (Symbol name : monomial)
      if (!llvm::is_contained(result, name))
        result.push_back(name);
  return result;
}

Polynomial Polynomial::substitute(Symbol name, const Polynomial &value) const {
  Polynomial result;
  for (const auto &[monomial, factor] : terms) {
    Polynomial product(factor);
    for (Symbol part : monomial)
      product = product * (part == name ? value : symbol(part));
    result = result + product;
  }
  return result;
}

std::pair<Polynomial, Polynomial> Polynomial::divide(const Polynomial &divisor) const {
  const auto whole = constant(), by = divisor.constant();
  if (whole && by && *by != 0) {
    const auto quotient = std::int64_t(std::floor(double(*whole) / double(*by) + 0.5));
    return {quotient, *whole - quotient * *by};
  }
  Polynomial quotient, rest = *this;
  if (divisor.terms.empty())
    return {quotient, rest};
  const auto &[lead, leadFactor] = *divisor.terms.begin();
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (const auto &[monomial, factor] : rest.terms) {
      Monomial left;
      std::set_difference(monomial.begin(), monomial.end(), lead.begin(), lead.end(),
                          std::back_inserter(left));
      if (left.size() + lead.size() != monomial.size() || factor % leadFactor != 0)
        continue;
      Polynomial part;
      part.add(left, factor / leadFactor);
      quotient = quotient + part;
      rest = rest - part * divisor;
      goesOn = true;
      break;
    }
  }
  return {quotient, rest};
}

std::string Polynomial::text(const std::function<std::string(Symbol)> &nameOf) const {
  std::string result;
  for (const auto &[monomial, factor] : terms) {
    const std::int64_t size = std::abs(factor);
    if (result.empty())
      result = factor < 0 ? "-" : "";
    else
      result += factor < 0 ? " - " : " + ";
    std::string product = size != 1 || monomial.empty() ? std::to_string(size) : "";
    for (Symbol name : monomial)
      product += (product.empty() ? "" : " * ") + nameOf(name);
    result += product;
  }
  return result.empty() ? "0" : result;
}

} // namespace stencilc::lift
